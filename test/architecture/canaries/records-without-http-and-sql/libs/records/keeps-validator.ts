export { IsInt } from 'class-validator';
