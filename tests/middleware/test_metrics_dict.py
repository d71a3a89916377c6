"""A file in which one process counts: its space is taken before it is written, and it grows by doubling."""

import logging
import os
from pathlib import Path

import pytest
from prometheus_client.mmap_dict import MmapedDict

from service.middleware.metrics_files import AllocatedDict, merge_dead, no_merge

FIRST = 64 << 10  # docs/monitoring.md: 128 KiB for each worker, which has a file of counters and one of histograms


def read(file: Path) -> dict[str, float]:
    return {key: value for key, value, *_ in MmapedDict.read_all_values_from_file(str(file))}


def test_a_file_has_all_its_space_from_the_beginning_and_only_its_owner_reads_it(tmp_path: Path):
    file = tmp_path / "counter_1.db"
    AllocatedDict(str(file)).close()
    about = file.stat()
    assert (about.st_size, about.st_mode & 0o777) == (FIRST, 0o600)
    assert about.st_blocks * 512 >= FIRST, "its space is taken"
    assert [each.name for each in tmp_path.iterdir()] == ["counter_1.db"]


@pytest.mark.parametrize("in_memory", [False, True])
def test_values_are_kept_however_many_there_are(tmp_path: Path, in_memory: bool):
    file = tmp_path / "counter_1.db"
    values = AllocatedDict(None if in_memory else str(file))
    sizes = {FIRST}
    for number in range(4000):
        values.write_value(f"key {number} " + "é" * (number % 11), float(number), 0.0)
        sizes.add(values._capacity)
        assert len(values.written()) <= values._capacity == len(values._m)
    assert sizes == {FIRST, 2 * FIRST, 4 * FIRST}
    assert values.read_value("key 3999 " + "é" * (3999 % 11))[0] == 3999
    if in_memory:
        file.write_bytes(values.written())
    else:
        assert file.stat().st_size == 4 * FIRST and file.stat().st_blocks * 512 >= 4 * FIRST
    if not in_memory:
        values.close()
    assert read(file) == {f"key {number} " + "é" * (number % 11): number for number in range(4000)}


def test_a_file_that_is_there_is_kept_with_its_size_and_values(tmp_path: Path):
    file = tmp_path / "counter_1.db"
    values = AllocatedDict(str(file))
    for number in range(2000):
        values.write_value(f"a key of some length {number}", 1.0, 0.0)
    values.close()
    size = file.stat().st_size
    assert size > FIRST
    again = AllocatedDict(str(file))
    assert list(tmp_path.iterdir()) == [file]
    assert again.read_value("a key of some length 7")[0] == 1
    again.close()
    assert file.stat().st_size == size


def test_where_no_file_can_be_made_it_is_said_once_and_counted_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    with caplog.at_level(logging.WARNING, logger="service.metrics"):
        values = AllocatedDict(str(tmp_path / "nowhere" / "counter_1.db"))
        values.write_value("key", 3.0, 0.0)
    assert values.read_value("key")[0] == 3
    (record,) = caplog.records
    assert "counts in memory only" in record.getMessage()
    assert (record.name, AllocatedDict(None).read_value("key")[0]) == ("service.metrics", 0)
    assert len(caplog.records) == 1, "nothing is wrong where no file is asked for"


def no_space(*given: object) -> None:
    raise OSError(28, "No space left on device")


def descriptors() -> set[str]:
    return set(os.listdir("/dev/fd"))


def test_where_there_is_no_space_for_a_file_none_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    old, new = tmp_path / "counter_1.db", tmp_path / "counter_2.db"
    AllocatedDict(str(old)).close()
    monkeypatch.setattr(os, "posix_fallocate", no_space)
    before = descriptors()
    for file in (old, new):
        values = AllocatedDict(str(file))
        values.write_value("key", 3.0, 0.0)
        assert values.read_value("key")[0] == 3
    assert descriptors() <= before
    assert list(tmp_path.iterdir()) == [old]
    assert ["No space left on device" in each.getMessage() for each in caplog.records] == [True, True]


def test_readers_see_no_file_before_it_has_its_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    seen, allocate, before = list[list[Path]](), os.posix_fallocate, descriptors()

    def look_and_allocate(*given: int) -> None:
        seen.append(list(tmp_path.glob("*.db")))
        allocate(*given)

    monkeypatch.setattr(os, "posix_fallocate", look_and_allocate)
    AllocatedDict(str(tmp_path / "counter_1.db")).close()
    assert seen == [[]] and descriptors() <= before


def test_where_a_file_cannot_grow_its_values_are_kept_in_memory_and_that_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    file = tmp_path / "counter_1.db"
    expected = {f"a key of some length {number}": float(number) for number in range(4000)}
    before = descriptors()
    values = AllocatedDict(str(file))
    monkeypatch.setattr(os, "posix_fallocate", no_space)
    for key, value in expected.items():
        values.write_value(key, value, 0.0)
    assert {key: values.read_value(key)[0] for key in expected} == expected
    assert len(values.written()) > 2 * FIRST, "it has grown more than once"
    assert descriptors() <= before and file.stat().st_size == FIRST
    (record,) = caplog.records
    assert "counts in memory only" in record.getMessage()


@pytest.fixture
def dead(tmp_path: Path) -> Path:
    """A directory with the file of a process that has ended."""
    values = AllocatedDict(str(tmp_path / "counter_999999999.db"))
    values.write_value("key", 1.0, 0.0)
    values.close()
    return tmp_path


def test_while_files_are_read_none_is_merged(dead: Path, caplog: pytest.LogCaptureFixture):
    with no_merge(str(dead)):
        merge_dead(str(dead))
        assert read(dead / "counter_999999999.db") == {"key": 1.0}
    assert not caplog.records, "another process does it the next time"
    merge_dead(str(dead))
    assert read(dead / "counter_merged.db") == {"key": 1.0}


@pytest.mark.parametrize("what", ["write_bytes", "replace"])
def test_where_the_merged_file_cannot_be_written_no_count_is_lost(
    dead: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, what: str
):
    monkeypatch.setattr(Path, what, no_space)
    merge_dead(str(dead))
    assert sorted(each.name for each in dead.iterdir()) == ["counter_999999999.db", "lock"]
    (record,) = caplog.records
    assert "could not be merged" in record.getMessage() and "No space left on device" in record.getMessage()


def test_files_of_processes_that_are_gone_are_added_up_and_others_are_left(tmp_path: Path):
    for name, count in (
        ("counter_999999998", 1.0),
        ("counter_999999999", 2.0),
        ("counter_1", 4.0),
        ("histogram_999999999", 16.0),
        ("gauge_all_9", 8.0),
    ):
        values = AllocatedDict(str(tmp_path / f"{name}.db"))
        values.write_value("key", count, 0.0)
        values.close()
    for _ in range(2):  # once more, when nothing has to be done
        merge_dead(str(tmp_path))
        assert sorted(each.name for each in tmp_path.iterdir()) == [
            "counter_1.db",
            "counter_merged.db",
            "gauge_all_9.db",
            "histogram_merged.db",
            "lock",
        ]
        assert (read(tmp_path / "counter_merged.db"), read(tmp_path / "counter_1.db")) == ({"key": 3.0}, {"key": 4.0})
        ((*_, changed, _),) = MmapedDict.read_all_values_from_file(str(tmp_path / "counter_merged.db"))
        assert changed == 0, "which prometheus_client writes for counters"
