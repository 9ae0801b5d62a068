"""One episode: observe -> anonymize -> act -> resolve -> perform -> record."""

from __future__ import annotations

from collections.abc import Mapping

from harness.core.protocols import Agent, Brief, Device, Pipeline, Resolution, Turn
from harness.core.task import Goal, Task
from harness.core.timing import Stopwatch
from harness.core.watching import Queryable, RawStep
from harness.errors import EgressError, EndpointError, HarnessError
from harness.run.journal import Journal


def run_episode(
    task: Task, device: Device, pipeline: Pipeline, agent: Agent, *, seed: int, key: bytes
) -> Journal:
    """Run ``task`` to its end and return the journal of it.

    A device, agent or egress failure ends the episode as *failed* with its cause; it is never
    scored as if the agent had given up.

    Args:
        task: What to do.
        device: Where.
        pipeline: What stands between the device and the agent.
        agent: Who decides.
        seed: Seed of the run, for agents that sample.
        key: Secret of this episode's placeholders.

    Raises:
        EndpointError: The agent's endpoint is unusable, which no other episode would change.
    """
    journal = Journal(task, seed)
    try:
        device.reset(task.world_seed, task.world)
        goal = task.bind(device.state())
        if goal.watcher is not None:
            for command in goal.watcher.setup:
                device.perform(command)
        _loop(journal, task, goal, device, pipeline, agent, seed, key)
    except EndpointError:
        raise
    except (HarnessError, MemoryError) as error:
        journal.fail(_cause(error))
    return journal


def _loop(
    journal: Journal,
    task: Task,
    goal: Goal,
    device: Device,
    pipeline: Pipeline,
    agent: Agent,
    seed: int,
    key: bytes,
) -> None:
    watch = Stopwatch()
    session = pipeline.open(goal.instruction, region=device.region, key=key)
    journal.open(goal, session)
    agent.begin(
        Brief(
            instruction=session.instruction,
            apps=device.apps,
            max_steps=task.max_steps,
            seed=seed,
            egress=session.check_egress,
            task=task.template,
            policy=goal.policy,
        )
    )
    feedback, message = "", ""
    for _ in range(task.max_steps):
        with watch("capture"):
            raw = device.capture()
        gold, pictures = device.gold(), device.pictures()
        answers = _answers(device, goal)
        seen = session.observe(raw)
        with watch("agent"):
            turn = agent.act(seen.frame, feedback)
        done = (
            _unreadable(turn) if turn.action is None else session.resolve(turn.action, seen.frame)
        )
        effect = None
        try:
            if done.command is not None:
                with watch("perform"):
                    effect = device.perform(done.command)
        finally:
            # What was sent is on record whatever the device makes of the answer.
            journal.step(raw, gold, pictures, seen, turn, done, effect, watch.take())
        if goal.watcher is not None:
            goal.watcher.step(RawStep(raw, turn, done, answers))
        feedback = done.feedback or (effect.feedback if effect else "")
        message = done.user_message
        if done.status == "finished":
            break
    journal.close(goal.judge(device.state(), message), message)


def _answers(device: Device, goal: Goal) -> Mapping[str, str | None]:
    """What the judge of this goal asks of the device itself."""
    if goal.watcher is None or not isinstance(device, Queryable):
        return {}
    return {query: device.query(query) for query in goal.watcher.queries}


def _unreadable(turn: Turn) -> Resolution:
    return Resolution("refused", feedback=turn.error or "no action found in the answer")


def _cause(error: BaseException) -> str:
    kind = "egress" if isinstance(error, EgressError) else type(error).__name__
    return f"{kind}: {error}"
