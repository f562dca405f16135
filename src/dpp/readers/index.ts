// No other module uses this one.
export {};
