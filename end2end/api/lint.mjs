// The description of the API against the recommended rules of Redocly, which also checks every example. `node lint.mjs file`
import { createConfig, lint } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended'] });
const found = await lint({ ref: process.argv[2], config });
for (const problem of found) console.log(`${problem.severity} ${problem.ruleId} ${problem.location[0]?.pointer ?? ''}: ${problem.message}`);
if (found.length) process.exit(1);
