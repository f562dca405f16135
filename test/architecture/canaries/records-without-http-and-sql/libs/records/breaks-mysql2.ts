// breaks the rule
export { createPool } from 'mysql2';
