// Keeps the memory of a recorder that runs for months near what is alive in it: the young generation stays as small as it was
// at the start, and garbage is collected before Node asks for more. Both can be said at run time, unlike a size of theirs.
const { setFlagsFromString } = require('node:v8');

for (const flag of ['--optimize-for-size', '--semi-space-growth-factor=1']) setFlagsFromString(flag);
