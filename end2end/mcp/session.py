"""A page built and published by the official Python client, of both protocol eras: session.py URL KEY NAME MODE."""

import asyncio
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main(url: str, key: str, name: str, mode: str) -> None:
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=30)
    async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:

        async def call(tool: str, **arguments):
            result = await client.call_tool(tool, arguments)
            assert not result.is_error, result.content
            return result.structured_content

        tools = (await client.list_tools()).tools
        assert len(tools) == 15, tools
        assert (await call("get_page"))["page"] is None
        await call("create_page", username=name, empty=True)
        added = await call("add_tile", inputs=["https://harrow.example", "A note"])
        await call("move_tile", id=added["tiles"][1]["id"], position=0)
        page = await call("get_page")
        assert [tile["type"] for tile in page["page"]["draft"]["tiles"]] == ["text", "link"], page
        assert (await call("publish"))["url"].endswith("/" + name)


asyncio.run(main(*sys.argv[1:5]))
