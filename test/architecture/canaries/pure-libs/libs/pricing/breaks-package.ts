// breaks the rule
export { of } from 'rxjs';
