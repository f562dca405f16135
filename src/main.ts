import { begin } from './boot/begin.js';

begin();
