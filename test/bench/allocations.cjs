'use strict';
/*
 * Loaded in front of a server that is measured (node -r). At each SIGUSR2 it writes to the file ALLOCATIONS how many bytes
 * of heap were allocated so far: what was there before each collection less what the one before had left.
 */
const { writeFileSync } = require('node:fs');
const { GCProfiler, getHeapStatistics } = require('node:v8');

let allocated = 0;
let left = getHeapStatistics().used_heap_size;
let profiler = new GCProfiler();
profiler.start();

process.on('SIGUSR2', () => {
  for (const { beforeGC, afterGC } of profiler.stop().statistics) {
    allocated += beforeGC.heapStatistics.usedHeapSize - left;
    left = afterGC.heapStatistics.usedHeapSize;
  }
  const present = getHeapStatistics().used_heap_size;
  allocated += present - left;
  left = present;
  profiler = new GCProfiler();
  profiler.start();
  writeFileSync(process.env.ALLOCATIONS, `${allocated}\n`);
});
