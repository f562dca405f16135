// breaks the rule
export { nothing } from 'no-such-package';
