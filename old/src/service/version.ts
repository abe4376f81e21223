// The version, put in by the build.

declare const PAWL_VERSION: string | undefined;

export const version: string = typeof PAWL_VERSION === 'string' ? PAWL_VERSION : '0.0.0-source';
