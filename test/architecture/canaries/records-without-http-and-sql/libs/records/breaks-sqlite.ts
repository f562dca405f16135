// breaks the rule
export { default } from 'better-sqlite3';
