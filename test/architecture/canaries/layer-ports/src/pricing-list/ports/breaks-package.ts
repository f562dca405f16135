// breaks the rule
export { DataSource } from 'typeorm';
