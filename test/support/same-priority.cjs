// Job workers lower their own priority. In tests they keep it, because next to busy processes they would get no
// processor time.
require('node:os').setPriority = () => undefined;
