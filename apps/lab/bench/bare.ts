// The reference of the benchmarks: a server with one Fastify route that sends given bytes.
import Fastify from 'fastify';

const app = Fastify();
let bytes = Buffer.alloc(0);
app.get('/bare', (_request, reply) =>
  reply.header('content-type', 'application/json; charset=utf-8').send(bytes),
);
await app.listen({ host: '127.0.0.1', port: 0 });

process.on('message', (question: { bytes?: string }) => {
  if (question.bytes !== undefined) bytes = Buffer.from(question.bytes);
  const { user, system } = process.cpuUsage();
  process.send?.({
    address: app.listeningOrigin,
    cpuMs: (user + system) / 1_000,
    rssBytes: process.memoryUsage.rss(),
  });
});
process.on('disconnect', () => process.exit(0));
