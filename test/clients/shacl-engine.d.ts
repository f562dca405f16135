/* What the tests use of a package that brings no types. */

declare module 'shacl-engine' {
  interface Step {
    readonly quantifier: string;
    readonly start: string;
    readonly end: string;
    readonly predicates: readonly { readonly value: string }[];
  }
  interface Result {
    readonly path?: readonly Step[];
    readonly focusNode: { readonly term: { readonly termType: string; readonly value: string } };
    readonly constraintComponent: { readonly value: string };
  }
  class Validator {
    constructor(shapes: object, options: { readonly factory: object });
    validate(data: {
      readonly dataset: object;
    }): Promise<{ readonly conforms: boolean; readonly results: readonly Result[] }>;
  }
}
