// No sibling uses this module.
export {};
