"""A page built and published by the official Python client, of both protocol eras, or by FastMCP's:
session.py URL KEY NAME auto|legacy|fastmcp."""

import asyncio
import sys

import fastmcp
import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


def connect(url: str, key: str, kind: str):
    if kind == "fastmcp":
        return fastmcp.Client(url, auth=key)
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=30)
    return Client(streamable_http_client(url, http_client=http), mode=kind)


async def main(url: str, key: str, name: str, kind: str) -> None:
    async with connect(url, key, kind) as client:

        async def call(tool: str, **arguments):
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, result.content
            return result.structured_content

        listed = await client.list_tools()
        tools = listed if kind == "fastmcp" else listed.tools
        assert len(tools) == 15, tools
        assert (await call("get_page"))["page"] is None
        await call("create_page", username=name, empty=True)
        added = await call("add_tile", inputs=["https://harrow.example", "A note"])
        await call("move_tile", id=added["tiles"][1]["id"], position=0)
        page = await call("get_page")
        assert [tile["type"] for tile in page["page"]["draft"]["tiles"]] == ["text", "link"], page
        assert (await call("publish"))["url"].endswith("/" + name)


asyncio.run(main(*sys.argv[1:5]))
