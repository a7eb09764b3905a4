package org.palus.gradle;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * The schema of SARIF 2.1.0 as OASIS publishes it (oasis-tcs/sarif-spec, sarif-schema-2.1.0.json).
 */
final class Sarif {
  private Sarif() {}

  /** What the schema has against a document; nothing when it is valid. */
  static List<String> objections(String document) throws IOException {
    try (InputStream in = Sarif.class.getResourceAsStream("/sarif-schema-2.1.0.json")) {
      JsonSchema schema = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7).getSchema(in);
      return schema.validate(document, InputFormat.JSON).stream()
          .map(Object::toString)
          .sorted()
          .toList();
    }
  }
}
