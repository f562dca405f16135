import { Page } from '../parts/page.js';
export default () => <Page title="grid">…</Page>;
