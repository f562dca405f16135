export { default } from 'helmet';
