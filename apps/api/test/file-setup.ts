import { emptyTestRedis, forgetTestDatabase } from './database.ts';

forgetTestDatabase();
await emptyTestRedis();
