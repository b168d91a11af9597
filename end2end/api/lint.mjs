// The description of the API against the recommended rules of Redocly, which also checks every example. `node lint.mjs file`
import { createConfig, lint } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended'] });
const found = await lint({ ref: process.argv[2], config });
for (const it of found) console.log(`${it.severity} ${it.ruleId} ${it.location[0]?.pointer ?? ''}: ${it.message}`);
if (found.length) process.exit(1);
