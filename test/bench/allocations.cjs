'use strict';
/*
 * Preloaded into a measured server (node -r). On each SIGUSR2, it writes to the file ALLOCATIONS how many bytes of heap
 * were allocated so far: the heap size before each garbage collection minus the size after the previous one.
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
