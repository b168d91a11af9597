// Lints the OpenAPI description by Redocly's recommended rules, which also check every example: `node lint.mjs FILE`.
import { createConfig, lint } from '@redocly/openapi-core';

const config = await createConfig({ extends: ['recommended'] });
const problems = await lint({ ref: process.argv[2], config });
for (const problem of problems) console.log(`${problem.severity} ${problem.ruleId} ${problem.location[0]?.pointer ?? ''}: ${problem.message}`);
if (problems.length) process.exit(1);
