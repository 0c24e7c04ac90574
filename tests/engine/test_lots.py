"""A seed made of a secret and of people's numbers: whatever is changed in it afterwards is found."""

from __future__ import annotations

import copy
import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import pentarchy
from pentarchy import RecordError
from pentarchy.cli import main
from pentarchy.engine.lots import Lot, SharedSeed, is_number, seal_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from pentarchy.engine.match import Match

SECRET = bytes(range(32))
NUMBERS = [bytes([person]) * 32 for person in (7, 8, 9)]
OLD = Path(__file__).parent / "records" / "before_numbers.json"


def lot(*seats: int, number: bytes, is_open: bool = True) -> Lot:
    return Lot(seats, seal_of(number), number.hex() if is_open else None)


def shared() -> SharedSeed:
    """Three people: one has two seats, one did not open in time, one never sealed."""
    lots = [lot(0, 3, number=NUMBERS[0]), lot(1, number=NUMBERS[1], is_open=False), Lot((2,))]
    return SharedSeed.of(SECRET, lots)


@pytest.fixture(scope="module")
def played() -> dict[str, Any]:
    match = pentarchy.load("genius", players=4).start(shared())
    record: dict[str, Any] = play_out(match).record()
    return record


@pytest.fixture
def record(played: dict[str, Any]) -> dict[str, Any]:
    return copy.deepcopy(played)


@pytest.fixture
def receipt() -> dict[str, Any]:
    """What the first person's page kept before it opened its number."""
    lots = [{"seats": list(each.seats), "seal": each.seal} for each in shared().lots]
    return {"secret_hash": shared().secret_hash, "lots": lots, "number": NUMBERS[0].hex()}


def play_out(match: Match) -> Match:
    while not match.over:
        match.play(match.legal()[0])
    return match


def field(content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + content


def test_a_seal_is_the_documented_hash() -> None:
    wanted = hashlib.sha256(field(b"pentarchy seal 1") + field(NUMBERS[0])).hexdigest()
    assert seal_of(NUMBERS[0]) == wanted


def test_the_seed_is_the_documented_hash() -> None:
    """In order: the secret, then of each person seats, seal and number, empty where there is none."""
    row = field(b"pentarchy seed 1") + field(SECRET)
    row += field(bytes([0, 3])) + field(bytes.fromhex(seal_of(NUMBERS[0]))) + field(NUMBERS[0])
    row += field(bytes([1])) + field(bytes.fromhex(seal_of(NUMBERS[1]))) + field(b"")
    row += field(bytes([2])) + field(b"") + field(b"")
    assert shared().mixed() == hashlib.sha256(row).digest()


def test_every_part_decides_the_seed() -> None:
    seeds = {shared().mixed()}
    for secret in (SECRET, bytes(32)):
        for lots in (
            [],
            [lot(0, number=NUMBERS[0])],
            [lot(0, number=NUMBERS[0], is_open=False)],
            [lot(1, number=NUMBERS[0])],
            [lot(0, number=NUMBERS[0]), lot(1, number=NUMBERS[1])],
            [lot(0, number=NUMBERS[1]), lot(1, number=NUMBERS[0])],
        ):
            seeds.add(SharedSeed.of(secret, lots).mixed())
    assert len(seeds) == 13


def test_the_record_tells_the_parts_and_the_secret_only_at_the_end(played: dict[str, Any]) -> None:
    begun = pentarchy.load("genius", players=4).start(shared())
    told = begun.record()["seed_parts"]
    assert told["secret"] is None
    assert SECRET.hex() not in json.dumps(begun.record())
    assert told["secret_hash"] == hashlib.sha256(SECRET).hexdigest()
    assert played["seed_parts"]["secret"] == SECRET.hex()
    assert played["seed"] == shared().mixed().hex()


def test_a_record_with_parts_is_honest_and_says_what_the_seed_is_made_of(record: dict[str, Any]) -> None:
    verdict = pentarchy.verify(json.dumps(record))
    assert verdict.honest
    assert verdict.parts == shared()


def test_it_can_be_played_again_and_is_written_as_before(record: dict[str, Any]) -> None:
    assert pentarchy.replay(record).record() == record
    begun = pentarchy.load("genius", players=4).start(shared()).record()
    assert pentarchy.replay(begun, seed=shared().mixed()).record() == begun


def test_a_match_with_an_ordinary_seed_has_no_parts() -> None:
    assert "seed_parts" not in pentarchy.load("genius").start(seed=5).record()


def lots_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = record["seed_parts"]["lots"]
    return found


def reseal(record: dict[str, Any], number: bytes) -> None:
    lots_of(record)[0].update(number=number.hex(), seal=seal_of(number))


def another_secret(record: dict[str, Any]) -> None:
    record["seed_parts"].update(secret=bytes(32).hex(), secret_hash=hashlib.sha256(bytes(32)).hexdigest())


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda r: lots_of(r)[0].update(number=NUMBERS[2].hex()), "seat 0: its number is not the one that was sealed"),
        (lambda r: lots_of(r)[0].update(seal=seal_of(NUMBERS[2])), "seat 0: its number is not the one that was sealed"),
        (lambda r: lots_of(r)[0].update(seal=None), "seat 0: its number was never sealed"),
        (lambda r: lots_of(r)[0].update(number="12"), "seat 0: its number is not 64 hexadecimal digits"),
        (lambda r: lots_of(r)[0].update(seal="é" * 64), "seat 0: its seal is not 64 hexadecimal digits"),
        (lambda r: lots_of(r)[0].update(number=None), "the seed is not made of"),
        (lambda r: lots_of(r)[1].update(number=NUMBERS[1].hex()), "the seed is not made of"),
        (lambda r: lots_of(r).pop(0), "the seed is not made of"),
        (lambda r: lots_of(r).pop(2), "the seed is not made of"),
        (lambda r: lots_of(r).reverse(), "not in the order of their seats"),
        (lambda r: lots_of(r)[0].update(seats=[3, 0]), "not in the order of their seats"),
        (lambda r: lots_of(r)[0].update(seats=[0]), "the seed is not made of"),
        (lambda r: lots_of(r)[0].update(seats=[0, 1]), "at most one"),
        (lambda r: lots_of(r)[0].update(seats=[]), "at most one"),
        (lambda r: lots_of(r)[0].update(seats=[0, 300]), "at most one"),
        (lambda r: lots_of(r)[0].update(seats=[-5]), "at most one"),
        (lambda r: reseal(r, NUMBERS[2]), "the seed is not made of"),
        (another_secret, "the seed is not made of"),
        (lambda r: r["seed_parts"].update(secret=bytes(32).hex()), "is not the one whose hash was published"),
        (lambda r: r["seed_parts"].update(secret_hash="00" * 32), "is not the one whose hash was published"),
        (lambda r: r["seed_parts"].update(secret=None), "secret is not in the record"),
        (lambda r: r["seed_parts"].update(secret="abc"), "secret is not in the record"),
    ],
)
def test_what_was_changed_afterwards_is_found(
    record: dict[str, Any], change: Callable[[dict[str, Any]], None], problem: str
) -> None:
    change(record)
    verdict = pentarchy.verify(record)
    assert not verdict.honest
    assert problem in str(verdict.problem)


@pytest.mark.parametrize("parts", [[], {}, "none", {"secret_hash": "", "secret": None, "lots": [{"seats": ["a"]}]}])
def test_parts_of_another_shape_are_refused(record: dict[str, Any], parts: object) -> None:
    record["seed_parts"] = parts
    with pytest.raises(RecordError, match="seed_parts"):
        pentarchy.verify(record)


def test_a_receipt_is_kept_by_an_honest_record(record: dict[str, Any], receipt: dict[str, Any]) -> None:
    assert pentarchy.verify(record, receipt).honest


def crooked(secret: bytes, lots: list[Lot]) -> dict[str, Any]:
    """A record that is right in itself, of a game that was not played like that."""
    record: dict[str, Any] = play_out(pentarchy.load("genius", players=4).start(SharedSeed.of(secret, lots))).record()
    return record


@pytest.mark.parametrize(
    ("secret", "lots", "problem"),
    [
        (bytes(32), list(shared().lots), "hash in the record is not the one that the page was shown"),
        (SECRET, [lot(0, 3, number=NUMBERS[0]), lot(1, number=NUMBERS[2]), Lot((2,))], "not those that the page"),
        (SECRET, [lot(0, 3, number=NUMBERS[0])], "not those that the page"),
        (SECRET, [Lot((0, 3), seal_of(NUMBERS[0])), *shared().lots[1:]], "the number of the page is not in the seed"),
    ],
)
def test_a_table_that_breaks_its_word_is_found_by_the_receipt_alone(
    receipt: dict[str, Any], secret: bytes, lots: list[Lot], problem: str
) -> None:
    """The secret chosen later, another's number exchanged, somebody forgotten, one's own left out."""
    record = crooked(secret, lots)
    assert pentarchy.verify(record).honest
    verdict = pentarchy.verify(record, receipt)
    assert not verdict.honest
    assert problem in str(verdict.problem)


def test_a_record_without_parts_does_not_keep_a_receipt(receipt: dict[str, Any]) -> None:
    verdict = pentarchy.verify(OLD.read_bytes(), receipt)
    assert not verdict.honest
    assert "chosen by the table alone" in str(verdict.problem)


@pytest.mark.parametrize("wrong", ["", "{}", "[]", b"\xff", {"number": 5}])
def test_what_is_no_receipt_is_refused(record: dict[str, Any], wrong: Any) -> None:
    with pytest.raises(RecordError, match="no receipt"):
        pentarchy.verify(record, wrong)


def test_a_record_from_before_there_were_numbers_is_still_honest() -> None:
    verdict = pentarchy.verify(OLD.read_bytes())
    assert verdict.honest
    assert verdict.parts is None


def test_the_command_says_whose_numbers_are_in(
    record: dict[str, Any], receipt: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, kept = tmp_path / "match.json", tmp_path / "receipt.json"
    file.write_text(json.dumps(record))
    kept.write_text(json.dumps(receipt))
    assert main(["verify", str(file), "--receipt", str(kept)]) == 0
    said = capsys.readouterr().out
    assert "made of the table's secret and of the numbers of seats 0, 3" in said
    assert "no number came from seat 1 and seat 2, as the receipt says" in said
    kept.write_text(json.dumps(receipt | {"number": NUMBERS[2].hex()}))
    assert main(["verify", str(file), "--receipt", str(kept)]) == 1
    assert main(["verify", str(OLD)]) == 0
    assert "chosen by the table alone" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "ab", "AB" * 32, "gg" * 32, "ab" * 33, "٣" * 64])
def test_only_small_hexadecimal_digits_are_a_number(text: str) -> None:
    assert not is_number(text)
    assert is_number("ab" * 32)
