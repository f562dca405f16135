import { Page } from './parts/page.js';
export default () => <Page title="Health">…</Page>;
