"""A report as an object for JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from tabletop.evaluation.report import Report, Row, describe


def plain(report: Report) -> dict[str, Any]:
    """``report`` as ``evaluate --json`` prints it; docs/evaluate.md names its fields."""
    return {
        "figures": [
            {**msgspec.to_builtins(f), "met": f.met, "aim_met": f.reached} for f in report.figures
        ],
        "sources": _rows(report.sources),
        "zones": _rows(report.zones),
        "backs": _rows(report.backs),
        "jokers": msgspec.to_builtins(report.jokers),
        "card_causes": _rows(report.card_causes),
        "picture_causes": _rows(report.picture_causes),
        "calibration": [
            {"part": part, "bins": msgspec.to_builtins(bins)} for part, bins in report.calibration
        ],
        "mistakes": [
            {"mistake": text, "count": count}
            for text, count in (*report.confusions, *report.other_mistakes)
        ],
        "worst": [
            {"part": str(part), "image": j.picture.name, "errors": j.errors, "wrong": describe(j)}
            for part, worst in report.worst
            for j in worst
        ],
    }


def _rows(rows: tuple[Row, ...]) -> list[dict[str, Any]]:
    return [
        {
            "part": row.part,
            "name": row.name,
            **msgspec.to_builtins(row.tally),
            "precision": row.tally.precision,
            "recall": row.tally.recall,
        }
        for row in rows
    ]
