def handler(event: dict[str, list[object]], _context: object) -> dict[str, int]:
    return {"received": len(event["Records"])}
