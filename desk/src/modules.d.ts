/** The screens of all modules; scripts/desk.mjs generates the list. */
declare module 'kontor:modules' {
  import type { DeskModule } from './module.js';
  const modules: readonly DeskModule[];
  export default modules;
}

declare module '*.css';
