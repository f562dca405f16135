export declare const rooms: Readonly<Record<string, readonly string[]>>;
export declare const inner: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
export declare const libs: Readonly<Record<string, readonly string[]>>;
export declare const layers: readonly string[];
export declare const roomFiles: readonly RegExp[];
export declare const assembly: { readonly files: readonly string[]; readonly folders: readonly string[] };
export declare const apart: readonly string[];
