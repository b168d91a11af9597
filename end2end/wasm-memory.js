// Run in a page from its start (`addInitScript`): keeps the memory of its wasm code as `wasmMemory_`. Nothing else tells it.
export function keepWasmMemory() {
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const made = await original.apply(WebAssembly, given), memory = (made.instance ?? made).exports?.memory;
      if (memory) window.wasmMemory_ = memory;
      return made;
    };
  }
}
