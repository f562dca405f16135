export declare const moduleOf: (file: string) => string | undefined;
export declare const testsOfModule: (name: string, all: readonly string[]) => readonly string[];
export declare const testsOfModules: (names: readonly string[], all: readonly string[]) => readonly string[];
export declare const endToEndModules: () => Readonly<Record<string, readonly string[]>>;
export declare const changedFiles: () => readonly string[];
export declare const isOnMariadb: (file: string) => boolean;
export declare const onMariadb: () => readonly string[];
