package org.gradle.tooling.internal.provider;

import java.io.File;
import org.gradle.internal.buildprocess.BuildProcessState;
import org.gradle.internal.classpath.ClassPath;
import org.gradle.internal.instrumentation.agent.AgentStatus;
import org.gradle.internal.logging.services.LoggingServiceRegistry;
import org.gradle.internal.nativeintegration.services.NativeServices;
import org.gradle.internal.service.ServiceRegistryBuilder;
import org.gradle.tooling.internal.adapter.ProtocolToModelAdapter;
import org.gradle.tooling.internal.protocol.BuildParameters;
import org.gradle.tooling.internal.protocol.BuildResult;
import org.gradle.tooling.internal.protocol.ConfigurableConnection;
import org.gradle.tooling.internal.protocol.ConnectionMetaDataVersion1;
import org.gradle.tooling.internal.protocol.ConnectionParameters;
import org.gradle.tooling.internal.protocol.ConnectionVersion4;
import org.gradle.tooling.internal.protocol.InternalBuildAction;
import org.gradle.tooling.internal.protocol.InternalBuildActionVersion2;
import org.gradle.tooling.internal.protocol.InternalCancellableConnection;
import org.gradle.tooling.internal.protocol.InternalCancellationToken;
import org.gradle.tooling.internal.protocol.InternalParameterAcceptingConnection;
import org.gradle.tooling.internal.protocol.ModelIdentifier;
import org.gradle.tooling.internal.protocol.ShutdownParameters;
import org.gradle.tooling.internal.protocol.StoppableConnection;
import org.gradle.tooling.internal.provider.connection.BuildLogLevelMixIn;
import org.gradle.tooling.internal.provider.connection.ProviderBuildResult;
import org.gradle.tooling.internal.provider.connection.ProviderConnectionParameters;
import org.gradle.tooling.internal.provider.connection.ProviderOperationParameters;
import org.gradle.util.GradleVersion;

/**
 * The door through which TestKit reaches an engine in its own process; Gradle's own is not in its
 * API jar.
 */
public class EmbeddedConnection
    implements ConnectionVersion4,
        ConfigurableConnection,
        InternalCancellableConnection,
        InternalParameterAcceptingConnection,
        StoppableConnection {
  private final ProtocolToModelAdapter adapter = new ProtocolToModelAdapter();
  private BuildProcessState process;
  private ProviderConnection connection;

  @Override
  public ConnectionMetaDataVersion1 getMetaData() {
    return new DefaultConnectionMetaData();
  }

  @Override
  public void configure(ConnectionParameters given) {
    ProviderConnectionParameters parameters =
        adapter.adapt(ProviderConnectionParameters.class, given);
    File home = parameters.getGradleUserHomeDir(null);
    if (home == null) {
      throw new IllegalArgumentException("TestKit names a Gradle user home for every build");
    }
    NativeServices.initializeOnClient(
        home, NativeServices.NativeServicesMode.fromSystemProperties());
    process = new EmbeddedProcess();
    connection = process.getServices().get(ProviderConnection.class);
    connection.configure(parameters, GradleVersion.version(parameters.getConsumerVersion()));
  }

  @Override
  public BuildResult<?> getModel(
      ModelIdentifier model, InternalCancellationToken token, BuildParameters parameters) {
    return new ProviderBuildResult<Object>(
        connection.run(
            model.getName(), new InternalCancellationTokenAdapter(token), adapt(parameters)));
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> BuildResult<T> run(
      InternalBuildAction<T> action, InternalCancellationToken token, BuildParameters parameters) {
    return new ProviderBuildResult<>(
        (T) connection.run(action, new InternalCancellationTokenAdapter(token), adapt(parameters)));
  }

  @Override
  @SuppressWarnings("unchecked")
  public <T> BuildResult<T> run(
      InternalBuildActionVersion2<T> action,
      InternalCancellationToken token,
      BuildParameters parameters) {
    return new ProviderBuildResult<>(
        (T) connection.run(action, new InternalCancellationTokenAdapter(token), adapt(parameters)));
  }

  @Override
  public void shutdown(ShutdownParameters parameters) {
    process.close();
  }

  private ProviderOperationParameters adapt(BuildParameters parameters) {
    return adapter
        .builder(ProviderOperationParameters.class)
        .mixInTo(ProviderOperationParameters.class, BuildLogLevelMixIn.class)
        .build(parameters);
  }

  /** A build process without a daemon around it. */
  private static final class EmbeddedProcess extends BuildProcessState {
    EmbeddedProcess() {
      super(
          true,
          AgentStatus.disabled(),
          ClassPath.EMPTY,
          LoggingServiceRegistry.newEmbeddableLogging(),
          NativeServices.getInstance());
    }

    @Override
    protected void addProviders(ServiceRegistryBuilder builder) {
      builder.provider(new ConnectionScopeServices());
    }
  }
}
