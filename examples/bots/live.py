"""A program that takes seats at a table and plays any legal move: python3 live.py https://games.example

It needs `pip install websockets` and a token in $PENTARCHY_TOKEN. docs/bot-api.md says what is sent.
"""

import asyncio
import json
import os
import random
import sys
import urllib.request

from websockets.asyncio.client import connect

URL = sys.argv[1].rstrip("/")
HEADERS = {"Authorization": f"Bearer {os.environ['PENTARCHY_TOKEN']}"}


def ask(path, content=None):
    """Ask the table something over HTTP."""
    body = None if content is None else json.dumps(content).encode()
    headers = HEADERS | ({"Content-Type": "application/json"} if body else {})
    with urllib.request.urlopen(urllib.request.Request(URL + path, body, headers)) as answer:
        return json.load(answer)


async def play(table):
    """Play one seat to the end of its game."""
    address = "ws" + URL.removeprefix("http") + f"/ws/{table}"
    async with connect(address, additional_headers=HEADERS, max_size=None) as line:
        await line.send(json.dumps({"type": "hello"}))
        async for text in line:
            message = json.loads(text)
            if message["type"] == "rejected":
                print(message["reason"], message["detail"], file=sys.stderr)
            if message["type"] != "state":
                continue
            if message["table"]["status"] == "over":
                return
            for position in message["positions"]:  # none before the game begins
                if position["legal"]:
                    await line.send(json.dumps(decide(message, position)))


def decide(state, position):
    """A command that makes a move; think here."""
    move = random.choice(position["legal"])["text"]
    number = f"{state['seq']}"  # sent again after a lost line, it would be carried out once
    return {"type": "play", "id": number, "seq": state["seq"], "seat": position["seat"], "move": move}


async def main():
    """Take what is offered, and play wherever there is a seat."""
    playing = {}
    while True:
        found = await asyncio.to_thread(ask, "/api/bot/offers")
        for offer in found["offers"][: found["most"] - len(found["seats"])]:
            await asyncio.to_thread(ask, f"/api/bot/tables/{offer['table']}/take", {"seat": offer["seat"]})
            found["seats"].append(offer)
        for seat in found["seats"]:
            if seat["table"] not in playing or playing[seat["table"]].done():
                playing[seat["table"]] = asyncio.create_task(play(seat["table"]))
        await asyncio.sleep(2)


if __name__ == "__main__":
    asyncio.run(main())
