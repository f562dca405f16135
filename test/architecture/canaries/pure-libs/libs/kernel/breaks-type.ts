// breaks the rule
export type { Observable } from 'rxjs';
