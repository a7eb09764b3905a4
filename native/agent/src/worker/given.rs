//! Values that users give for the parameters of methods (paper, section 3.3.3): read from their static fields, once.

use palus_classes::{ClassIndex, IndexLibrary, Library, ParamValue};
use palus_generate::GivenValue;
use palus_sequence::{
    Executor, ExecutorLost, FieldId, MethodId, ObservationPlan, Outcome, Sequence, Statement, Symbols, Value,
};

/// The values of the fields of these classes, each with the methods that it is meant for. What can be written down is a literal: a test
/// then does not depend on the field.
pub(super) fn values(
    holders: &[String],
    index: &ClassIndex,
    library: &mut IndexLibrary,
    executor: &mut dyn Executor,
) -> Result<Vec<(MethodId, GivenValue)>, ExecutorLost> {
    let mut given = Vec::new();
    for value in index.param_values(holders) {
        let symbols = library.symbols_mut();
        let Ok(field) = symbols.field(&value.holder, &value.field, &value.descriptor) else {
            continue;
        };
        let Some(read) = read(field, executor, symbols)? else {
            continue;
        };
        for method in methods(&value, library) {
            given.push((method, read.clone()));
        }
    }
    Ok(given)
}

/// The methods that a value is meant for.
fn methods(value: &ParamValue, library: &IndexLibrary) -> Vec<MethodId> {
    let symbols = library.symbols();
    let of_class = |class: &&palus_sequence::TypeId| value.is_for(&symbols.type_runtime_name(**class));
    let callables = library
        .subjects()
        .iter()
        .filter(of_class)
        .flat_map(|class| library.callables(*class));
    callables
        .copied()
        .filter(|method| *symbols.get(*method).name == *value.method)
        .collect()
}

/// What the field holds; `None` when it cannot be read or holds null, which is passed anyway.
fn read(
    field: FieldId,
    executor: &mut dyn Executor,
    symbols: &mut Symbols,
) -> Result<Option<GivenValue>, ExecutorLost> {
    let sequence = Sequence {
        statements: vec![Statement::StaticField { field }],
    };
    let traces = executor.run(symbols, &[sequence], &ObservationPlan::full())?;
    let outcome = traces.first().and_then(|trace| trace.outcomes.first());
    Ok(match outcome {
        Some(Outcome::Returned(Value::Null)) | None => None,
        Some(Outcome::Returned(value)) => Some(value.literal().map_or(GivenValue::Field(field), GivenValue::Literal)),
        Some(_) => None,
    })
}
