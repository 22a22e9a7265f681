// Registers OpenTelemetry's SDK before the service starts: `node --import ./tracing.mjs`, or NODE_OPTIONS='--import ./tracing.mjs'.
// Install beside it, on Node 20: npm install @opentelemetry/sdk-trace-node@2.9.0 @opentelemetry/exporter-trace-otlp-http@0.220.0 @opentelemetry/resources@2.9.0
//
// OTEL_EXPORTER_OTLP_ENDPOINT   where spans go, http://localhost:4318 unless said
// OTEL_TRACES_SAMPLER           traceidratio: decides by the trace id, so all processes trace the same intents
// OTEL_TRACES_SAMPLER_ARG       the part that is traced, 0.01 for one in a hundred; everything unless said
// OTEL_SERVICE_NAME             what this process is called, causeway unless said
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'

const provider = new NodeTracerProvider({
  resource: defaultResource().merge(
    resourceFromAttributes({ 'service.name': process.env.OTEL_SERVICE_NAME ?? 'causeway', 'process.pid': process.pid }),
  ),
  spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
})
// The service carries its spans along by itself. A context manager beside it makes Node 20 follow every promise; it is needed only for spans of
// other instrumentations, which do not lie below those of the service.
provider.register({ contextManager: null })
process.once('beforeExit', () => provider.shutdown())
