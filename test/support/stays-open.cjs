// Something that nobody closes: a process in which it is loaded ends only if somebody ends it.
setInterval(() => undefined, 60_000);
