import { Page } from '../parts/page.js';
export default () => <Page title="form-page">…</Page>;
