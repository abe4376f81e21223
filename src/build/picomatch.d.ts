// The parts of picomatch that pawl uses; the package has no types.
declare module 'picomatch' {
  function picomatch(glob: string, options?: { readonly dot?: boolean }): (path: string) => boolean;
  namespace picomatch {
    function scan(glob: string): { readonly base: string; readonly isGlob: boolean };
  }
  export default picomatch;
}
