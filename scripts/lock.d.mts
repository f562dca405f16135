/** The text of a lock file, with the address of each package. */
export declare const withAddresses: (text: string) => string;
