/** Dark modules by row, including the quiet zone. */
export interface CodeModules {
  readonly size: number;
  readonly isDark: (row: number, column: number) => boolean;
}

/** A code surrounded by its quiet zone, whose width is in modules. */
export const withQuiet = (code: CodeModules, quiet: number): CodeModules => ({
  size: code.size + 2 * quiet,
  isDark: (row, column) => {
    const [y, x] = [row - quiet, column - quiet];
    return y >= 0 && x >= 0 && y < code.size && x < code.size && code.isDark(y, x);
  },
});
