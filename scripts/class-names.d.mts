export declare const NAMES_CLASSES: string;
export declare const withClassNames: (contents: string) => string;
