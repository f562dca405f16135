// breaks the rule
export { default } from 'accepts';
