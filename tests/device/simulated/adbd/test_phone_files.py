"""The phone's file system in memory."""

from __future__ import annotations

from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from properties import examples

from harness.device.simulated.adbd.files import Files

names = st.text(st.characters(blacklist_characters="/\0"), min_size=1, max_size=12).filter(
    lambda name: name not in (".", "..")
)


@given(
    st.dictionaries(
        st.lists(names, min_size=1, max_size=3).map(lambda n: "/sdcard/d/" + "/".join(n)),
        st.binary(max_size=64),
        max_size=8,
    )
)
@examples(60)
def test_what_was_written_is_read_listed_and_removed(written: dict[str, bytes]) -> None:
    files, kept = Files(), {}
    for path, data in written.items():
        try:
            files.write(path, data)
        except OSError:
            # One path goes through what another one has made a file, or is a folder of it.
            assert any(
                path.startswith(f"{other}/") or other.startswith(f"{path}/") for other in kept
            )
        else:
            kept[path] = data
    for path, data in kept.items():
        assert files.read(path) == data
        assert files.stat(path).size == len(data)
        folder, _, name = path.rpartition("/")
        assert name in [entry for entry, _ in files.list(folder)]
    for path in kept:
        assert files.remove(path)
        assert not files.remove(path)
        with pytest.raises(FileNotFoundError):
            files.read(path)


def test_shared_storage_has_one_place_and_several_names() -> None:
    files = Files()
    files.write("/storage/emulated/0/Download/a.txt", b"one")
    assert files.read("/sdcard/Download/a.txt") == b"one"
    assert files.read("sdcard//Download/./x/../a.txt") == b"one"
    assert files.remove("/mnt/sdcard/Download/a.txt")


def test_only_storage_and_the_temporary_folder_can_be_written() -> None:
    files = Files()
    for path in ("/x", "/system/x", "/data/x", "/sdcardx/y", "/data/local/tmpx"):
        with pytest.raises(PermissionError):
            files.write(path, b"")
        with pytest.raises(FileNotFoundError):
            files.stat(path)
    files.write("/data/local/tmp/x", b"1")
    for own in ("/sdcard", "/data/local/tmp", "/system", "/"):
        with pytest.raises(PermissionError):
            files.remove(own)
    assert files.read("/data/local/tmp/x") == b"1"


def test_files_and_folders_arent_mixed_up() -> None:
    files = Files()
    files.write("/sdcard/new/deep/file", b"1")
    assert files.stat("/sdcard/new").is_dir
    with pytest.raises(IsADirectoryError):
        files.read("/sdcard/new")
    with pytest.raises(IsADirectoryError):
        files.write("/sdcard/new/deep", b"")
    with pytest.raises(NotADirectoryError):
        files.write("/sdcard/new/deep/file/below", b"")
    with pytest.raises(NotADirectoryError):
        files.make_dirs("/sdcard/new/deep/file")
    with pytest.raises(NotADirectoryError):
        files.list("/sdcard/new/deep/file")
    with pytest.raises(FileNotFoundError):
        files.list("/sdcard/none")
    assert files.remove("/sdcard/new")
    with pytest.raises(FileNotFoundError):
        files.stat("/sdcard/new/deep/file")


def test_a_file_that_is_written_again_has_another_time() -> None:
    files = Files()
    files.write("/sdcard/a", b"1")
    first = files.stat("/sdcard/a").mtime
    files.write("/sdcard/a", b"1")
    assert files.stat("/sdcard/a").mtime > first
    files.write("/sdcard/a", b"1", mtime=86_400)
    assert files.stat("/sdcard/a").mtime == 86_400


def test_nothing_stays_in_dev_null() -> None:
    files = Files()
    files.write("/dev/null", b"much")
    assert files.read("/dev/null") == b""
    assert not files.stat("/dev/null").is_dir


def test_several_threads_may_write() -> None:
    files = Files()

    def work(name: int) -> None:
        for i in range(50):
            files.write(f"/sdcard/t{name}/{i}", b"x" * i)
            files.list("/sdcard")

    threads = [Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(files.list(f"/sdcard/t{name}")) == 50 for name in range(4))
    times = [stat.mtime for name in range(4) for _, stat in files.list(f"/sdcard/t{name}")]
    assert len(set(times)) == len(times)
