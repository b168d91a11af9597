"""Fuzzes the API from its description with schemathesis, on its own server with two accounts: `run.py short|long [seed]`."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).parent
SERVER = os.environ["MANTEL_SERVER"]
# Random examples for each operation; the other phases follow from the description.
MAX_EXAMPLES = {"short": 10, "long": 250}
MIN_CALLS = {"short": 1500, "long": 5000}
RATES = ["SIGNUP", "SIGNIN", "NAMES", "EDITS", "READS", "PUBLIC", "KEYS", "RENAMES", "MOVE_IN"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_ready(url, server):
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        if server.poll() is not None:
            sys.exit(f"mantel-server stopped with {server.returncode}")
        try:
            urllib.request.urlopen(f"{url}/readyz", timeout=2)
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("mantel-server did not become ready in 30 s")


def create_key(env, name):
    admin = [SERVER, "admin"]
    email = f"{name}@harrow.example"
    subprocess.run([*admin, "create-account", email, "--password-stdin"], env=env, input=b"a long enough password\n", check=True, stdout=subprocess.DEVNULL)
    result = subprocess.run([*admin, "create-key", email, "--name", f"{name} fuzzing"], env=env, check=True, stdout=subprocess.PIPE)
    return result.stdout.decode().strip()


def create_pages(call):
    """A published page of Ada's to work on; a draft and a named way of Ben's that no call may change or show. That his page is not
    live tells what was counted of his from what was counted of hers."""
    for name in ("ada", "ben"):
        assert call(name, "POST", "/api/v1/claim", {"username": f"{name}-page"})[0] == 201
    assert call("ben", "PATCH", "/api/v1/page/profile", {"bio": "Ben's own"})[0] == 200
    assert call("ben", "POST", "/api/v1/page/ways", {"name": "bens-own"})[0] == 201
    # Twice, so that a check of his page finds what no other page has.
    assert call("ben", "POST", "/api/v1/page/tiles", {"inputs": ["https://bens-own.example", "https://bens-own.example"]})[0] == 201
    assert call("ada", "POST", "/api/v1/page/publish")[0] == 200


def state(call, name):
    """What an account can read of what is its own."""
    return [call(name, "GET", f"/api/v1/page{path}") for path in ("", "/ways", "/check")]


def run_schemathesis(env, folder, mode, seed):
    """Runs schemathesis; its exit code and output."""
    home = Path(sys.executable).parent
    command = [home / "st", "--config-file", folder / "schemathesis.toml", "run", f"{env['MANTEL_URL']}/openapi.json", "--no-color"]
    command += ["--exclude-checks", "positive_data_acceptance", "--mode", "all", "--phases", "examples,coverage,fuzzing,stateful"]
    command += ["--max-examples", str(MAX_EXAMPLES[mode]), "--seed", str(seed), "--no-shrink", "--generation-database", "none"]
    result = subprocess.run(command, env=env, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


def main(mode="short", seed="1"):
    folder, port, started = Path(tempfile.mkdtemp(prefix="mantel-api-")), free_port(), time.monotonic()
    url = f"http://127.0.0.1:{port}"
    env = {**os.environ, "BIND": f"127.0.0.1:{port}", "BASE_URL": url, "DATA_DIR": str(folder / "data"), "LOG": "error", "OUTBOUND": "off", "BROWSER": "off"}
    env |= {f"RATE_{name}": "100000000" for name in RATES}
    (folder / "data").mkdir()
    server = subprocess.Popen([SERVER], env=env)
    try:
        wait_until_ready(url, server)
        keys = {name: create_key(env, name) for name in ("ada", "ben")}
        env |= {"MANTEL_URL": url, "MANTEL_KEYS": json.dumps(keys), "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
        os.environ |= env
        sys.path.insert(0, str(HERE))
        sys.dont_write_bytecode = True
        from hooks import call

        create_pages(call)
        before = state(call, "ben")
        shutil.copy(HERE / "schemathesis.toml", folder)
        accounts = [{"name": name, "fixedHeaders": [{"name": "Authorization", "value": f"Bearer {secret}"}]} for name, secret in keys.items()]
        (folder / "accounts.json").write_text(json.dumps({"schema_version": "0.1.0", "auth": accounts}))
        code, output = run_schemathesis(env, folder, mode, seed)
        count = int((re.search(r"(\d+) generated", output) or [0, 0])[1])
        untouched = state(call, "ben") == before
        alive = server.poll() is None
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    passed = code == 0 and untouched and alive and count >= MIN_CALLS[mode]
    if not passed:
        print(output)
        print(f"Ben's page untouched: {untouched}; server still running: {alive}; {count} calls of at least {MIN_CALLS[mode]}")
    print(f"{count} calls made from the description in {time.monotonic() - started:.0f} s: {'all passed' if passed else 'failed'}")
    sys.exit(0 if passed else 1)


main(*sys.argv[1:])
