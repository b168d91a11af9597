"""Tries the API by its description: a server of its own, two accounts, schemathesis. `run.py short|long [seed]`."""

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
# Calls an operation in the phase that draws at random; the others follow from the description.
DRAWN = {"short": 10, "long": 250}
LEAST = {"short": 1500, "long": 5000}
RATES = ["SIGNUP", "SIGNIN", "NAMES", "EDITS", "READS", "PUBLIC", "KEYS", "RENAMES"]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def ready(url, server):
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if server.poll() is not None:
            sys.exit(f"mantel-server stopped with {server.returncode}")
        try:
            urllib.request.urlopen(f"{url}/readyz", timeout=2)
            return
        except OSError:
            time.sleep(0.05)
    sys.exit("mantel-server did not become ready in 30 s")


def key(env, name):
    admin = [SERVER, "admin"]
    mail = f"{name}@harrow.example"
    subprocess.run([*admin, "create-account", mail, "--password-stdin"], env=env, input=b"a long enough password\n", check=True, stdout=subprocess.DEVNULL)
    made = subprocess.run([*admin, "create-key", mail, "--name", f"{name} tries"], env=env, check=True, stdout=subprocess.PIPE)
    return made.stdout.decode().strip()


def pages(call):
    """A published page of Ada's to work on, and one of Ben's that nothing may touch or see."""
    for name in ("ada", "ben"):
        assert call(name, "POST", "/api/v1/claim", {"username": f"{name}-page"})[0] == 201
    assert call("ben", "PATCH", "/api/v1/page/profile", {"bio": "Ben's own"})[0] == 200
    assert call("ada", "POST", "/api/v1/page/publish")[0] == 200


def tried(env, folder, how, seed):
    """Runs schemathesis; its code and what it said."""
    home = Path(sys.executable).parent
    command = [home / "st", "--config-file", folder / "schemathesis.toml", "run", f"{env['MANTEL_URL']}/openapi.json", "--no-color"]
    command += ["--exclude-checks", "positive_data_acceptance", "--mode", "all", "--phases", "examples,coverage,fuzzing,stateful"]
    command += ["--max-examples", str(DRAWN[how]), "--seed", str(seed), "--no-shrink", "--generation-database", "none"]
    done = subprocess.run(command, env=env, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def main(how="short", seed="1"):
    folder, port, started = Path(tempfile.mkdtemp(prefix="mantel-api-")), free_port(), time.monotonic()
    url = f"http://127.0.0.1:{port}"
    env = {**os.environ, "BIND": f"127.0.0.1:{port}", "BASE_URL": url, "DATA_DIR": str(folder / "data"), "LOG": "error", "OUTBOUND": "off"}
    env |= {f"RATE_{name}": "100000000" for name in RATES}
    (folder / "data").mkdir()
    server = subprocess.Popen([SERVER], env=env)
    try:
        ready(url, server)
        keys = {name: key(env, name) for name in ("ada", "ben")}
        env |= {"MANTEL_URL": url, "MANTEL_KEYS": json.dumps(keys), "SCHEMATHESIS_HOOKS": "hooks", "PYTHONPATH": str(HERE), "PYTHONDONTWRITEBYTECODE": "1"}
        os.environ |= env
        sys.path.insert(0, str(HERE))
        sys.dont_write_bytecode = True
        from hooks import call

        pages(call)
        before = call("ben", "GET", "/api/v1/page")
        shutil.copy(HERE / "schemathesis.toml", folder)
        accounts = [{"name": name, "fixedHeaders": [{"name": "Authorization", "value": f"Bearer {secret}"}]} for name, secret in keys.items()]
        (folder / "accounts.json").write_text(json.dumps({"schema_version": "0.1.0", "auth": accounts}))
        code, said = tried(env, folder, how, seed)
        count = int((re.search(r"(\d+) generated", said) or [0, 0])[1])
        untouched = call("ben", "GET", "/api/v1/page") == before
        alive = server.poll() is None
    finally:
        server.terminate()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)
    good = code == 0 and untouched and alive and count >= LEAST[how]
    if not good:
        print(said)
        print(f"Ben's page untouched: {untouched}; the server still there: {alive}; {count} calls of at least {LEAST[how]}")
    print(f"{count} calls made from the description in {time.monotonic() - started:.0f} s: {'all as it says' if good else 'not all as it says'}")
    sys.exit(0 if good else 1)


main(*sys.argv[1:])
