// The cores are for the workstreams: V8 makes no faster code of a program that reads a spec once and then mostly waits. For 200
// short workstreams that took a fifth of the processors' time, and the spec was read no sooner for it.

/** Whoever still has much to do after so long is worth it, e.g. because of a workstream that prints without end. */
const longMs = 3_000;

/**
 * Keeps V8 from optimizing.
 * @returns takes it back; to be called before the process ends, as V8's code cache fits only the settings that it was made with
 */
export function spareCores(): () => void {
  // With other settings, what Node brings compiled would be compiled again: so what a build needs of it comes first.
  for (const name of ['node:child_process', 'node:crypto']) process.getBuiltinModule(name);
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  setFlagsFromString('--no-opt');
  const again = (): void => setFlagsFromString('--opt');
  const timer = setTimeout(again, longMs).unref();
  return () => {
    clearTimeout(timer);
    again();
  };
}
