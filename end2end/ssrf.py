"""Runs in a network namespace (.ci/inside): a page of links whose names resolve to internal addresses, where listeners count
connections. The server must make none."""
import json, os, re, selectors, socket, subprocess, sys, tempfile, threading, time, urllib.request
from pathlib import Path

SERVER = os.environ["MANTEL_SERVER"]
V4 = ["10.0.0.1", "100.64.0.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "172.16.0.1", "192.0.2.1", "192.168.0.1", "198.18.0.1", "198.51.100.1", "203.0.113.1"]
V6 = ["::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::1", "fc00::1", "fd00:ec2::254", "fec0::1"]
# Literal addresses and local names, which are rejected before any name is resolved.
LITERALS = ["127.0.0.1", "2130706433", "0x7f.1", "0177.0.0.1", "169.254.169.254", "[::1]", "[::ffff:7f00:1]", "localhost", "db.localhost"]

def set_up_network():
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    for address in V4 + V6:
        subprocess.run(["ip", "addr", "add", address, "dev", "lo"], stderr=subprocess.DEVNULL)
    names = {f"n{at}.inside.example": address for at, address in enumerate(V4 + V6)}
    hosts = Path(tempfile.mkdtemp()) / "hosts"
    hosts.write_text("127.0.0.1 localhost\n" + "".join(f"{address} {name}\n" for name, address in names.items()))
    subprocess.run(["mount", "--bind", hosts, "/etc/hosts"], check=True)
    return list(names)

def listen(connections):
    listeners = selectors.DefaultSelector()
    for family, host in ((socket.AF_INET, "0.0.0.0"), (socket.AF_INET6, "::")):
        for port in (80, 443):
            listener = socket.socket(family)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            listener.bind((host, port))
            listener.listen(64)
            listeners.register(listener, selectors.EVENT_READ)
    def serve():
        while True:
            for key, _ in listeners.select():
                stream, _ = key.fileobj.accept()
                connections.append(stream.getsockname()[:2])
                stream.sendall(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<title>inside</title>")
                stream.close()
    threading.Thread(target=serve, daemon=True).start()

def main():
    names, connections = set_up_network(), []
    listen(connections)
    # First make sure that the listeners are reachable at every address, by connecting from here.
    for name in names:
        family, _, _, _, address = socket.getaddrinfo(name, 80, type=socket.SOCK_STREAM)[0]
        try:
            with socket.socket(family) as stream:
                stream.settimeout(2)
                stream.connect(address)
                stream.recv(1)
        except OSError:
            pass
    reachable, connections[:] = len(connections), []
    folder, base = tempfile.mkdtemp(), "http://127.0.0.1:3000"
    env = {**os.environ, "BIND": "127.0.0.1:3000", "BASE_URL": base, "DATA_DIR": folder, "LOG": "warn,mantel_server::link_metadata=debug"}
    password = b"a long enough password\n"
    admin = lambda *args, **options: subprocess.run([SERVER, "admin", *args], env=env, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **options).stdout.decode().strip()
    admin("create-account", "ada@harrow.example", "--password-stdin", input=password)
    key = admin("create-key", "ada@harrow.example", "--name", "test")
    log = Path(folder) / "log"
    server = subprocess.Popen([SERVER], env=env, stdout=log.open("w"), stderr=subprocess.STDOUT)
    def call(path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(base + path, data, {"authorization": f"Bearer {key}", "content-type": "application/json"})
        return urllib.request.urlopen(request, timeout=20).read()
    deadline = time.monotonic() + 30
    while True:
        try:
            call("/readyz")
            break
        except OSError:
            if time.monotonic() > deadline:
                sys.exit("mantel-server did not become ready in 30 s")
    links = [f"{scheme}://{host}/{at}" for host in names + LITERALS for at, scheme in enumerate(("http", "https"))]
    tiles = [{"type": "link", "url": url} for url in links]
    call("/api/v1/page/import", {"file": {"mantel": 1, "profile": {"name": "Ada"}, "theme": {"style": "cozy"}, "tiles": tiles}, "username": "ada"})
    refused = lambda: len(re.findall(r"nothing was fetched", log.read_text()))
    # Different spellings of one address are normalised to one URL.
    expected = len({tile["url"] for tile in json.loads(call("/api/v1/page"))["draft"]["tiles"]})
    deadline = time.monotonic() + 120
    while refused() < expected and time.monotonic() < deadline:
        time.sleep(0.2)
    server.terminate()
    server.wait()
    print(f"{refused()} of {expected} addresses refused; {reachable} of {len(names)} names were reachable; {len(connections)} connections by the server")
    if connections or refused() < expected or reachable < len(names) // 2:
        sys.exit(f"failed: {connections}")

main()
