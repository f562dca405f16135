/** Whether a path is that of an area or below it. */
export const isBelow = (path: string, area: string): boolean =>
  path.startsWith(area) && (path.length === area.length || path[area.length] === '/');
