import { runKills } from './run-kills.js';
import { campaign } from './share.js';

campaign(
  'each item of a run is made once, whatever its processes suffer, and its code resolves',
  runKills,
  1,
  'sqlite',
);
